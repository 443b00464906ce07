/** The bounds of a password. */

export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 128;
