/** Of which kinds the inventory says how they stand, and of how many at once. */
export const STANDING_KINDS = ['application', 'component'] as const;
export const MOST_STANDINGS = 50;
