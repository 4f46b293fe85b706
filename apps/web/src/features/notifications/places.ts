/** A community that the viewer belongs to. */
export interface Place {
  communityId: string
  customUri: string
  name: string
  logoUri: string | null
}

export interface Places {
  /** The current community. */
  here: Place
  /** IANA time zone of the current community. */
  timezone: string
  of(communityId: string): Place
  /** Switches to another of the viewer's communities, at a path within it. */
  goTo(place: Place, href: string): void
}
