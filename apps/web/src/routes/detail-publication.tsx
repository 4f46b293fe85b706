import { createFileRoute } from '@tanstack/react-router'

/** A post shared from outside. */
export const Route = createFileRoute('/detail-publication')({
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => ({ id: typeof id === 'string' && id ? id : undefined }),
  beforeLoad: async ({ context: { queryClient }, search: { id }, location }) => {
    const { leadToPost } = await import('./-shared-post.ts')
    throw await leadToPost(queryClient, id, location.href)
  },
})
