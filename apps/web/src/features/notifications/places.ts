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
  /** Of the clocks there: an IANA name. */
  timezone: string
  of(communityId: string): Place
  /** On to another one of theirs, at an address of it. */
  goTo(place: Place, href: string): void
}
