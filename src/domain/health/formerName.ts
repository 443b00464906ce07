/** For how long the health of a component may be reported by a name that it had before, in days from the rename. */
export const FORMER_NAME_DAYS = 90;
