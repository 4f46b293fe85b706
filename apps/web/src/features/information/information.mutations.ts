import {
  addPlace,
  changeInformation,
  changePlace,
  changePlan,
  changeWelcome,
  type CommunityInformation,
  type InformationBody,
  type InformationPlace,
  type PlaceBody,
  removePlace,
  removePlan,
  removeWelcome,
} from '@parvis/contract/information.ts'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { isAborted } from '#web/kernel/http/aborted.ts'
import { call, isNotFound } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { useUploadMutation } from '#web/kernel/http/use-upload-mutation.ts'
import { t } from '#web/kernel/text/i18n.ts'
import { showToast, showErrorToast } from '#web/ui/toasts.ts'
import { informationQuery, placesQuery } from './information.queries.ts'

/** Puts saved information into the cache; `onChanged` refetches the queries that show the community. */
const useInformationUpdate = <T>(communityId: string, onChanged: () => T) => {
  const queryClient = useQueryClient()
  return (information: CommunityInformation): T => {
    queryClient.setQueryData(informationQuery(communityId).queryKey, information)
    return onChanged()
  }
}

/** Saves the information; the form shows errors. `onSaved` is called even if the screen was left meanwhile. */
export const useInformationChange = (communityId: string, onChanged: () => unknown, onSaved: () => void) => {
  const update = useInformationUpdate(communityId, onChanged)
  return useMutation({
    // Requests are sent one after the other, so that the last change is the one saved.
    scope: { id: `information ${communityId}` },
    mutationFn: (body: InformationBody) => call(changeInformation, { body }),
    onSuccess: information => {
      void update(information)
      onSaved()
    },
  })
}

/** `pendingValues` has each changed value until the server refuses it or the community is refetched. */
export const useFeatureSwitches = (communityId: string, onChanged: () => Promise<unknown>) => {
  const mutationKey = ['offer', communityId]
  const { mutateAsync: change } = useMutation({
    mutationKey,
    scope: { id: `information ${communityId}` },
    mutationFn: (body: InformationBody) => call(changeInformation, { body }),
    onSuccess: useInformationUpdate(communityId, onChanged),
  })
  const pendingBodies = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as InformationBody,
  })
  return { change, pendingValues: Object.assign({}, ...pendingBodies) as InformationBody }
}

/** Uploads or removes the plan or the welcome PDF of a community. */
export const useInformationFile = (communityId: string, fileKind: 'plan' | 'welcome', onChanged: () => void) => {
  const update = useInformationUpdate(communityId, onChanged)
  const saveFile = useUploadMutation({
    mutationFn: (file: File, controls) =>
      upload(fileKind === 'plan' ? changePlan : changeWelcome, { ...controls, body: {}, files: [file] }),
    onSuccess: information => {
      update(information)
      showToast({ text: t(`information.form.${fileKind}.saved`) })
    },
    onError: error => {
      if (!isAborted(error)) showErrorToast(error)
    },
  })
  const removeFile = useMutation({
    mutationFn: () => (fileKind === 'plan' ? call(removePlan, {}) : call(removeWelcome, {})),
    onSuccess: information => {
      update(information)
      showToast({ text: t(`information.form.${fileKind}.removed`) })
    },
    onError: error => showErrorToast(error),
  })
  return { saveFile, removeFile }
}

export const usePlaceMutations = (communityId: string) => {
  const queryClient = useQueryClient()
  const { queryKey } = placesQuery(communityId)
  const updatePlaces = (next: (places: InformationPlace[]) => InformationPlace[]) =>
    queryClient.setQueryData(queryKey, cached => cached && next(cached))
  const onSettled = () => {
    void queryClient.invalidateQueries({ queryKey: informationQuery(communityId).queryKey })
    return queryClient.invalidateQueries({ queryKey })
  }
  const save = useMutation({
    mutationFn: ({ id, body }: { id: string | null; body: PlaceBody }) =>
      id ? call(changePlace, { params: { id }, body }) : call(addPlace, { body }),
    onSuccess: place => {
      updatePlaces(places => [...places.filter(({ _id }) => _id !== place._id), place])
      showToast({ text: t('information.form.place.saved') })
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(removePlace, { params: { id } }),
    onSuccess: (_, id) => {
      updatePlaces(places => places.filter(({ _id }) => _id !== id))
      showToast({ text: t('information.form.place.removed') })
    },
    onError: error => {
      if (!isNotFound(error)) showErrorToast(error)
    },
    onSettled,
  })
  return { save, remove }
}
