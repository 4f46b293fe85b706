import { checkPseudoFree, getProfile, updateProfile, type ProfileChange } from '@parvis/contract/profile.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'

export const profileKeys = {
  all: ['profile'] as const,
  mine: () => [...profileKeys.all, 'mine', null] as const,
  pseudo: (pseudo: string) => [...profileKeys.all, 'pseudo', pseudo] as const,
}

/** One's own, whole. It is written in a form: what has changed meanwhile does not come under the reader's hands. */
export const profileQuery = () =>
  queryOptions({
    queryKey: profileKeys.mine(),
    queryFn: ({ signal }) => call(getProfile, { signal }),
    staleTime: 'static',
  })

const PSEUDO_FRESH_MS = 60_000

/** Whether nobody has this nickname. */
export const pseudoQuery = (pseudo: string) =>
  queryOptions({
    queryKey: profileKeys.pseudo(pseudo),
    queryFn: async ({ signal }) => (await call(checkPseudoFree, { query: { pseudo }, signal })).free,
    staleTime: PSEUDO_FRESH_MS,
    retry: false,
  })

export const isTakenBack = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** `progress`: how much of a photo has left the device, 0 to 1; null without one. */
export const useSaveProfile = (hooks: { onSaved: (user: SessionUser) => void; onFailed: (error: unknown) => void }) => {
  const [progress, setProgress] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ body, photo }: { body: ProfileChange; photo: Blob | null }) => {
      abort.current = new AbortController()
      const { signal } = abort.current
      if (!photo) return call(updateProfile, { body, signal })
      const files = [new File([photo], 'photo.jpg', { type: photo.type })]
      return upload(updateProfile, { body, files, signal, onProgress: setProgress })
    },
    onSuccess: hooks.onSaved,
    onError: hooks.onFailed,
    onSettled: () => setProgress(null),
  })
  return { save: mutate, saving: isPending, progress, stop: () => abort.current?.abort() }
}
