import type { QueryClient } from '@tanstack/react-query'
import { webFeatures } from '../features.ts'

/** Hides a person in the whole query cache, or shows them again, after a block here or on another device. */
export const hidePerson = (queryClient: QueryClient, userId: string, isHidden: boolean): void => {
  for (const feature of webFeatures) feature.hidePerson?.(queryClient, userId, isHidden)
}
