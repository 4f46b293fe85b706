import { isCommunityUri } from '@parvis/contract/paths.ts'
import { createFileRoute, notFound } from '@tanstack/react-router'

export const Route = createFileRoute('/$c')({
  beforeLoad: ({ params: { c }, location: { pathname } }) => {
    // a link that cannot be one of ours is told as such; a word that is reserved is just not there
    if (!isCommunityUri(c)) throw notFound(/^[\w-]+$/.test(c) ? {} : { data: pathname })
  },
})
