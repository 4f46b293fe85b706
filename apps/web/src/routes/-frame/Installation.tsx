import { useQueryClient } from '@tanstack/react-query'
import { redirect, useRouter } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import type { Target } from '#web/ui/frame-context.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { IconLink } from '#web/ui/IconLink.tsx'
import { OuterBar } from '#web/ui/OuterBar.tsx'
import { ToastRegion } from '#web/ui/Toast.tsx'
import { loadSession } from '../-session/load.ts'
import css from './Installation.module.css'

/** Who runs the installation; everybody else is led to their own screens. */
export const mustRunInstallation = async (queryClient: QueryClient) => {
  const session = await loadSession(queryClient)
  if (!session) throw redirect({ to: '/', replace: true })
  if (!session.abilities.runInstallation)
    throw redirect({ to: '/$c/actualites', params: { c: session.customUri }, replace: true })
  return session
}

interface InstallationProps {
  title: string
  back: Target
  children: ReactNode
}

/** What stands around the screens of the whole installation. */
export const Installation = ({ title, back, children }: InstallationProps) => {
  const { t } = useText()
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(
    () =>
      whenIdle(() => {
        import('../-session/live.ts').then(({ goLive }) => goLive(queryClient, router)).catch(() => {})
      }),
    [queryClient, router],
  )
  return (
    <div className={css.screen}>
      <OuterBar home={{ to: '/' }} />
      <main id="main" tabIndex={-1} className={css.main}>
        <div className={css.head}>
          <IconLink icon="arrow-left" label={t('common.back')} {...back} />
          <h1>{title}</h1>
        </div>
        {children}
      </main>
      <ToastRegion />
    </div>
  )
}
