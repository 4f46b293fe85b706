import { createFileRoute, getRouteApi, redirect } from '@tanstack/react-router'
import { isInCommunity, canSwitchTo } from '#web/app/session/guards.ts'
import { useTitle } from '#web/app/frame/screen.ts'

const landing = getRouteApi('/$c/_landing')

const Title = () => {
  useTitle(landing.useLoaderData().name)
  return null
}

export const Route = createFileRoute('/$c/_landing/')({
  beforeLoad: ({ context: { session }, params: { c }, search: { next } }) => {
    if (session && isInCommunity(session, c))
      throw redirect({ href: next ?? `/${session.customUri}/actualites`, replace: true })
    // A member who is signed in to another community is asked on the log-in screen whether to switch to this one.
    if (session && canSwitchTo(session, c))
      throw redirect({ to: '/$c/connexion', params: { c }, search: { next }, replace: true })
  },
  component: Title,
})
