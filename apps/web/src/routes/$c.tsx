import { isCommunityUri } from '@parvis/contract/paths.ts'
import { createFileRoute, notFound } from '@tanstack/react-router'

export const Route = createFileRoute('/$c')({
  beforeLoad: ({ params: { c } }) => {
    if (!isCommunityUri(c)) throw notFound()
  },
})
