import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { dealQuery } from '#web/rooms/deals/deals.queries.ts'

/** The public address of a deal, for who is not signed in; null where there is none to be seen. */
export const leadToDeal = async (queryClient: QueryClient, id: unknown) => {
  if (typeof id !== 'string' || !id) return null
  const deal = await queryClient.query(dealQuery({ id })).catch(() => null)
  if (!deal) return null
  return redirect({ to: '/$c/vie-locale/$ad', params: { c: deal.cityUri, ad: deal.customUri }, replace: true })
}
