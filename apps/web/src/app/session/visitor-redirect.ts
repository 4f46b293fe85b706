import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { dealQuery } from '#web/features/deals/deals.queries.ts'

/** Redirects visitors to the public page of a deal; null if there is no such deal. */
const redirectToDeal = async (queryClient: QueryClient, id: unknown) => {
  if (typeof id !== 'string' || !id) return null
  const deal = await queryClient.query(dealQuery({ id })).catch(() => null)
  if (!deal) return null
  return redirect({ to: '/$c/vie-locale/$ad', params: { c: deal.cityUri, ad: deal.customUri }, replace: true })
}

/** Redirects visitors from a member's screen to the public version of that screen; null if there is none. */
export const redirectVisitor = (
  queryClient: QueryClient,
  c: string,
  { pathname, search }: { pathname: string; search: object },
) => {
  const to = { 'vie-locale': '/$c/bons-plans', informations: '/$c/infos' } as const
  const screen = pathname.split('/')[2]
  if (screen === 'annonce') return redirectToDeal(queryClient, (search as { id?: unknown }).id)
  return screen === 'vie-locale' || screen === 'informations'
    ? redirect({
        to: to[screen],
        params: { c },
        search: search as Record<string, unknown>,
        replace: true,
        // A route mask, so that members and visitors can share one URL: each sees the screen that they may open.
        mask: { to: `/$c/${screen}`, params: { c }, search: search as Record<string, unknown>, unmaskOnReload: true },
      })
    : null
}
