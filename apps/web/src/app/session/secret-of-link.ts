import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of a digest's unsubscribe link, moved here from the URL's hash. */
    digest?: string
    /** The token of the link in a moderation mail, moved here from the URL's hash. */
    appeal?: string
    /** The secret of the setup link, moved here from the URL's hash. */
    setup?: string
  }
}

/** The secret in the hash of a link; empty without one. */
export const useSecretOfLink = (name: 'digest' | 'appeal' | 'setup'): string => {
  const navigate = useNavigate()
  const { hash, state } = useLocation()
  // Removes the secret from the URL, where it could be seen by others or in a screenshot.
  useEffect(() => {
    if (hash) void navigate({ to: '.', hash: '', state: { [name]: hash }, replace: true })
  }, [hash, name, navigate])
  return state[name] ?? hash
}
