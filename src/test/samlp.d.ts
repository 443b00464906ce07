/** The parts of samlp that the tests use; it has no types. */
declare module 'samlp' {
  const samlp: {
    logout(
      options: object,
    ): (
      request: object,
      response: { set(): void; send(page: string): void; redirect(address: string): void },
      next: (error: Error) => void,
    ) => void;
    getSamlResponse(options: object, user: object, done: (error: Error | null, xml: string) => void): void;
  };
  export default samlp;
}
