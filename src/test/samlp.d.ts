/** What the tests use of samlp, which has no types of its own. */
declare module 'samlp' {
  const samlp: {
    getSamlResponse(options: object, user: object, done: (error: Error | null, xml: string) => void): void;
  };
  export default samlp;
}
