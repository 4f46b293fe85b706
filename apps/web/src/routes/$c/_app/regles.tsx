import { createFileRoute, useLocation } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { RulesView } from '#web/features/moderation/RulesView.tsx'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { readSearchParam } from '#web/app/frame/route-guards.ts'
import { useMember, useTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { t } = useText()
  const { community, session } = useMember()
  const { decision } = Route.useSearch()
  const hash = useLocation({ select: at => at.hash })
  useTitle(t('rules.title'), community.name)
  return (
    <>
      <TopBar title={t('rules.title')} backTarget={{ to: '/$c/parametres', params: { c: community.customUri } }} />
      <Main>
        <RulesView
          community={community}
          canBeModerated={session.role !== 'guest'}
          targetDecision={decision}
          shouldScrollToEnforcement={hash === 'kept'}
        />
      </Main>
    </>
  )
}

export const Route = createFileRoute('/$c/_app/regles')({
  validateSearch: (raw: Record<string, unknown>): { decision?: string } => ({
    decision: readSearchParam(raw, 'decision'),
  }),
  loader: ({ context: { queryClient, session } }) => {
    import('#web/features/moderation/prefetch.ts')
      .then(({ prefetchRules }) => prefetchRules(queryClient, session.communityId, session.role !== 'guest'))
      .catch(() => {})
    return loadTexts('moderation')
  },
  staticData: { innerOf: 'me' },
  component: Screen,
})
