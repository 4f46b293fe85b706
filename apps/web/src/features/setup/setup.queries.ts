import { changeLogo } from '@parvis/contract/admin.ts'
import { finishSetup, openSetup, type Setup } from '@parvis/contract/setup.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'

/** Whether this secret allows the setup. Fetched once, since the answer changes only with the last step. */
export const setupQuery = (secret: string) =>
  queryOptions({
    queryKey: ['setup', secret] as const,
    queryFn: ({ signal }) => call(openSetup, { body: { secret }, signal }),
    staleTime: 'static',
    gcTime: 0,
  })

export const useFinishSetup = (hooks: {
  onDone: (created: { communityId: string; customUri: string }) => Promise<void>
  onFailed: (error: unknown) => void
}) =>
  useMutation({
    mutationFn: async (setup: Setup) => {
      const created = await call(finishSetup, { body: setup })
      await hooks.onDone(created)
      return created
    },
    onError: hooks.onFailed,
  })

/** Stores the founder's own picture as the logo of the community; false when that fails. */
export const storeLogo = (picture: Blob): Promise<boolean> =>
  upload(changeLogo, { body: {}, files: [new File([picture], 'logo.jpg', { type: picture.type })] }).then(
    () => true,
    () => false,
  )
