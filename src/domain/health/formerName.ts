/** How long health may be reported under a component's former name, in days from the rename. */
export const FORMER_NAME_DAYS = 90;
