export interface ListId {
  communityId: string
  filter: string
  search: string
  /** Id of the author, in the list of the posts of one member. */
  author?: string | undefined
}

export const isUnfiltered = ({ filter, search, author }: ListId): boolean => filter === 'all' && !search && !author
