import { isCommunityUri } from '@parvis/contract/paths.ts'
import { createFileRoute, notFound } from '@tanstack/react-router'

export const Route = createFileRoute('/$c')({
  beforeLoad: ({ params: { c }, location: { pathname } }) => {
    // The not-found screen explains a path with invalid characters (`data`), and shows no explanation for a reserved
    // word.
    if (!isCommunityUri(c)) throw notFound(/^[\w-]+$/.test(c) ? {} : { data: pathname })
  },
})
