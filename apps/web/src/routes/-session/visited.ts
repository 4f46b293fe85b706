import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { dealQuery } from '#web/features/deals/deals.queries.ts'

/** The public address of a deal, for who is not signed in; null where there is none to be seen. */
const leadToDeal = async (queryClient: QueryClient, id: unknown) => {
  if (typeof id !== 'string' || !id) return null
  const deal = await queryClient.query(dealQuery({ id })).catch(() => null)
  if (!deal) return null
  return redirect({ to: '/$c/vie-locale/$ad', params: { c: deal.cityUri, ad: deal.customUri }, replace: true })
}

/** Where who is not in a community reads what its members read on a screen of theirs; null where nobody else does. */
export const leadVisitor = (
  queryClient: QueryClient,
  c: string,
  { pathname, search }: { pathname: string; search: object },
) => {
  const to = { 'vie-locale': '/$c/bons-plans', informations: '/$c/infos' } as const
  const screen = pathname.split('/')[2]
  if (screen === 'annonce') return leadToDeal(queryClient, (search as { id?: unknown }).id)
  return screen === 'vie-locale' || screen === 'informations'
    ? redirect({
        to: to[screen],
        params: { c },
        search: search as Record<string, unknown>,
        replace: true,
        // one address for all who read it: a link that a visitor passes on opens the screen of whoever follows it
        mask: { to: `/$c/${screen}`, params: { c }, search: search as Record<string, unknown>, unmaskOnReload: true },
      })
    : null
}
