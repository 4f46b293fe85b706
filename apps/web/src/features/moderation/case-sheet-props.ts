import type { Target } from '#web/ui/frame-context.ts'

export interface CaseSheetProps {
  id: string
  /** The viewer and their community: people and content of other communities are not linked. */
  viewer: { _id: string; communityId: string; customUri: string }
  /** Slug of the community whose list the case is in; null in the list of all communities. */
  communityUri: string | null
  /** Link back to the list that the case is in. */
  back: Target
}
