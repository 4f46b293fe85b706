import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { installationQuery } from '#web/kernel/installation/installation.queries.ts'
import { ScanDialog } from '#web/features/community/scan/ScanDialog.tsx'
import { useGoBack } from '#web/app/frame/use-go-back.ts'
import { useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const router = useRouter()
  // If this query fails offline, QR codes with the page's own origin are still recognized.
  const { data: installation } = useQuery(installationQuery())
  useTextTitle('find.scan.title')
  return (
    <ScanDialog
      origins={[
        import.meta.env.VITE_SERVER || location.origin,
        ...(installation?.publicUrl ? [installation.publicUrl] : []),
      ]}
      onFound={to => router.history.replace(to)}
      onClose={useGoBack()}
    />
  )
}

export const Route = createFileRoute('/scanner')({
  loader: () => loadTexts('community'),
  component: Screen,
})
