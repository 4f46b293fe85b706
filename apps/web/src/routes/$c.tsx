import { isCommunityUri } from '@parvis/contract/paths.ts'
import { createFileRoute, notFound } from '@tanstack/react-router'

export const Route = createFileRoute('/$c')({
  beforeLoad: ({ params: { c }, location: { pathname } }) => {
    // An address that can never be a community gets its own explanation; a reserved word is a plain not-found.
    if (!isCommunityUri(c)) throw notFound(/^[\w-]+$/.test(c) ? {} : { data: pathname })
  },
})
