/** A community of the reader's. */
export interface Place {
  communityId: string
  customUri: string
  name: string
  logoUri: string | null
}

export interface Places {
  /** Where they are. */
  here: Place
  of(communityId: string): Place
  /** On to another one of theirs, at an address of it. */
  goTo(place: Place, href: string): void
}
