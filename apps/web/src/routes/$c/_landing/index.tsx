import { createFileRoute, getRouteApi, redirect } from '@tanstack/react-router'
import { isOf } from '../../-session/guards.ts'
import { useTitle } from '../../-frame/title.ts'

const landing = getRouteApi('/$c/_landing')

const Title = () => {
  useTitle(landing.useLoaderData().name)
  return null
}

export const Route = createFileRoute('/$c/_landing/')({
  beforeLoad: ({ context: { session }, params: { c }, search: { next } }) => {
    if (session && isOf(session, c)) throw redirect({ href: next ?? `/${session.customUri}/actualites`, replace: true })
  },
  component: Title,
})
