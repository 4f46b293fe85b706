import { useNavigate } from '@tanstack/react-router'

/** Of whoever has logged out on this device: nothing that they began stays, and the door is shown. `noswitch`: another community of theirs could not be gone to. */
export const useLeft = (c: string) => {
  const navigate = useNavigate()
  return async (ended?: 'noswitch'): Promise<void> => {
    // before the form can say that it keeps them
    await import('./forget-drafts.ts').then(({ forgetAllDrafts }) => forgetAllDrafts()).catch(() => {})
    void navigate(ended ? { to: '/$c/connexion', params: { c }, search: { ended } } : { to: '/$c', params: { c } })
  }
}
