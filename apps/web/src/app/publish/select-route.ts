import type { QueryClient } from '@tanstack/react-query'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { readSearchParam } from '../frame/route-guards.ts'

export const readSelectSearch = (raw: Record<string, unknown>): { search?: string } => ({
  search: readSearchParam(raw, 'search'),
})

/** Loads the texts. Starts the templates query without awaiting it, because the screen renders its own skeleton. */
export const loadSelectScreen = (queryClient: QueryClient, communityId: string): Promise<unknown> => {
  import('#web/features/publish/templates.queries.ts')
    .then(({ categoriesQuery }) => queryClient.query(categoriesQuery(communityId)))
    .catch(() => {})
  return loadTexts('templates')
}
