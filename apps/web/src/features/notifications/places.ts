/** A community that the viewer belongs to. */
export interface ViewerCommunity {
  communityId: string
  customUri: string
  name: string
  logoUri: string | null
}

export interface ViewerCommunities {
  here: ViewerCommunity
  /** IANA time zone of the current community. */
  timezone: string
  of(communityId: string): ViewerCommunity
  /** Switches to another of the viewer's communities and opens a path within that community. */
  goTo(place: ViewerCommunity, href: string): void
}
