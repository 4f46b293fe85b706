import { textIn } from '@parvis/contract/language.ts'
import { createFileRoute } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { usePost } from '#web/features/feed/posts.store.ts'
import { PostView } from '#web/features/feed/PostView.tsx'
import { useBlock } from '#web/app/blocks/use-block.tsx'
import { useMember, useTitle } from '#web/app/frame/screen.ts'
import { redirectToFeedUnless, readSearchParam } from '#web/app/frame/route-guards.ts'

const Screen = () => {
  const { t, language } = useText()
  const { community, session } = useMember()
  const { id } = Route.useSearch()
  const post = usePost(id)
  const { askToBlock, dialog } = useBlock()
  useTitle((post && textIn(language, post.eventId, 'title')) || t('post.title'), community.name)
  return (
    <>
      <PostView key={id} community={community} me={session} id={id} onBlock={askToBlock} />
      {dialog}
    </>
  )
}

export const Route = createFileRoute('/$c/_app/actualites_/publication')({
  validateSearch: (raw: Record<string, unknown>): { id: string } => ({ id: readSearchParam(raw, 'id') ?? '' }),
  beforeLoad: ({ search, params }) => {
    redirectToFeedUnless(search.id, params)
  },
  loader: () => loadTexts('feed'),
  staticData: { innerOf: 'live' },
  component: Screen,
})
