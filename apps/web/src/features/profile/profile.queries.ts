import { listLocations } from '@parvis/contract/community.ts'
import {
  checkPseudoFree,
  getProfile,
  isOwnProfile,
  type Profile,
  updateProfile,
  type ProfileChange,
} from '@parvis/contract/profile.ts'
import { getSession, type SessionUser } from '@parvis/contract/session.ts'
import { correctStay, type StayDays } from '@parvis/contract/stay.ts'
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { assertAcknowledged, call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

export const profileKeys = {
  all: ['profile'] as const,
  firstProfile: () => [...profileKeys.all, 'first', null] as const,
  myProfile: () => [...profileKeys.all, 'mine', null] as const,
  stayPlaces: (communityId: string) => [...profileKeys.all, 'places', communityId] as const,
  pseudo: (pseudo: string) => [...profileKeys.all, 'pseudo', pseudo] as const,
}

const fetchOwnProfile = async ({ signal }: { signal: AbortSignal }): Promise<Profile> => {
  const answer = await call(getProfile, { signal })
  if (!isOwnProfile(answer)) throw new Error('expected the profile of the signed-in user')
  return answer
}

/** One's own profile for the form of the first profile. Never refetched, so that nothing changes during the input. */
export const firstProfileQuery = () =>
  queryOptions({ queryKey: profileKeys.firstProfile(), queryFn: fetchOwnProfile, staleTime: 'static' })

/** Refetched at each visit and when the user comes back to this tab, so that changes made elsewhere are noticed. */
export const myProfileQuery = () =>
  queryOptions({
    queryKey: profileKeys.myProfile(),
    ...persisted,
    queryFn: fetchOwnProfile,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })

/** The places of the community where members can have a stay. */
export const stayPlacesQuery = (communityId: string) =>
  queryOptions({
    queryKey: profileKeys.stayPlaces(communityId),
    ...persisted,
    queryFn: async ({ signal }) => {
      const places = await call(listLocations, { signal })
      return places.filter(({ kind }) => kind === 'location')
    },
  })

const PSEUDO_STALE_TIME_MS = 60_000

export const pseudoAvailabilityQuery = (pseudo: string) =>
  queryOptions({
    queryKey: profileKeys.pseudo(pseudo),
    queryFn: async ({ signal }) => (await call(checkPseudoFree, { query: { pseudo }, signal })).free,
    staleTime: PSEUDO_STALE_TIME_MS,
    retry: false,
  })

/** Whether a nickname is free; true when this cannot be checked, since the server checks it again on saving. */
export const isPseudoFree = (queryClient: QueryClient, pseudo: string): Promise<boolean> =>
  queryClient.query(pseudoAvailabilityQuery(pseudo)).catch(() => true)

export interface ProfileUpdate {
  body: ProfileChange
  photo: Blob | null
  /** Changes of the stay; null for none. */
  stay?: StayDays | null
}

/** The stay comes first: after a new password is accepted, a retry would send the former one as the current. */
export const saveProfile = async (
  update: ProfileUpdate,
  signal: AbortSignal,
  onProgress: (done: number) => void,
  /** Id of the user for whom the request is made; another user may be signed in meanwhile. */
  as?: string,
): Promise<SessionUser> => {
  const { body, photo, stay } = update
  if (stay) await call(correctStay, { body: stay, signal, as })
  if (!photo && Object.keys(body).length === 0) return assertAcknowledged(await call(getSession, { signal, as }))
  const files = photo && [new File([photo], 'photo.jpg', { type: photo.type })]
  const user = await (files
    ? upload(updateProfile, { body, files, signal, onProgress, as })
    : call(updateProfile, { body, signal, as }))
  return assertAcknowledged(user)
}

/** `progress`: uploaded share of the photo, 0 to 1; null while no photo is sent. `abortSave` aborts the request. */
export const useSaveProfile = (callbacks: {
  onSaved: (user: SessionUser) => void
  onFailed: (error: unknown, saving: ProfileUpdate) => Promise<void> | void
}) => {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (saving: ProfileUpdate) => {
      abort.current = new AbortController()
      return saveProfile(saving, abort.current.signal, setProgress)
    },
    onSuccess: callbacks.onSaved,
    onError: callbacks.onFailed,
    onSettled: () => {
      setProgress(null)
      void queryClient.invalidateQueries({ queryKey: profileKeys.myProfile() })
    },
  })
  return { save: mutate, saving: isPending, progress, abortSave: () => abort.current?.abort() }
}
