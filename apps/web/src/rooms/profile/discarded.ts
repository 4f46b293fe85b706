/** The cause of what is said when changes were discarded: it goes when the form is open again, and when its owner signs out. */
export const DISCARDED = 'profile discarded'
