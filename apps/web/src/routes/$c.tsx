import { isCommunityUri } from '@parvis/contract/paths.ts'
import { createFileRoute, notFound } from '@tanstack/react-router'

export const Route = createFileRoute('/$c')({
  beforeLoad: ({ params: { c }, location: { pathname } }) => {
    // A path that cannot be a community's URI gets an explanation; a reserved word gets the plain not-found screen.
    if (!isCommunityUri(c)) throw notFound(/^[\w-]+$/.test(c) ? {} : { data: pathname })
  },
})
