/** The parts of samlp that the tests use; it has no types. */
declare module 'samlp' {
  const samlp: {
    getSamlResponse(options: object, user: object, done: (error: Error | null, xml: string) => void): void;
  };
  export default samlp;
}
