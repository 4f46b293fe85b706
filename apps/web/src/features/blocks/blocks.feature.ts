import type { WebFeature } from '#web/ui/feature.ts'
import { blockKeys } from './blocks.queries.ts'

export const blocks: WebFeature = {
  hidePerson: queryClient => void queryClient.invalidateQueries({ queryKey: blockKeys.list() }),
}
