import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { closeScreenToasts } from '#web/ui/toasts.ts'
import typography from '#web/ui/typography.module.css'

/** For each history entry, the link that was followed from it. */
const lastLinks = new Map<string | undefined, string | null | undefined>()

/**
 * Announces a new screen, because screen readers do not notice a change of URL. If the focused element is removed with
 * the previous screen, the focus moves into the new one; after Back, the focus returns to the link that was followed.
 */
export const Announcer = () => {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    const stopBefore = router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
      lastLinks.set(fromLocation?.state.__TSR_key, document.activeElement?.getAttribute('href'))
    })
    const stopAfter = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      closeScreenToasts()
      setTimeout(() => {
        setTitle(document.title)
        if (document.activeElement !== document.body) return
        const main = document.getElementById('main')
        const href = lastLinks.get(toLocation.state.__TSR_key)
        const link = href && main?.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)
        ;(link || main)?.focus({ preventScroll: true })
      })
    })
    return () => {
      stopBefore()
      stopAfter()
    }
  }, [router])
  return (
    <p className={typography.hidden} aria-live="polite">
      {title}
    </p>
  )
}
