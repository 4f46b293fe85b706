import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { InstallationView } from '#web/features/installation/InstallationView.tsx'
import { CasesCard } from '#web/features/moderation/CasesCard.tsx'
import { useTextTitle } from '#web/app/frame/screen.ts'

const installation = getRouteApi('/gestion')

const Screen = () => {
  useTextTitle('installation.title')
  return <InstallationView homeCommunity={installation.useLoaderData()} pending={<CasesCard community={null} />} />
}

export const Route = createFileRoute('/gestion/')({
  loader: ({ context: { queryClient } }) => {
    import('#web/features/moderation/prefetch.ts')
      .then(({ prefetchCases }) => prefetchCases(queryClient, null, 'waiting'))
      .catch(() => {})
    return loadTexts('installation', 'moderation')
  },
  staticData: { innerOf: 'desk', usesAsideSpace: true },
  component: Screen,
})
