import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy } from 'react'
import { cameraCallers, type CameraCaller } from '#web/kernel/picture/camera-callers.ts'
import { deliverPhoto } from '#web/kernel/picture/taken-photo.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { CameraView } from '#web/features/media/CameraView.tsx'
import { useGoBack } from '#web/app/frame/use-go-back.ts'
import { useTextTitle } from '#web/app/frame/screen.ts'
import { tryLoadSession } from '#web/app/session/load.ts'

/** In the native app, this screen opens the phone's own camera instead of `CameraView`. */
const Camera = import.meta.env.VITE_SERVER
  ? lazy(() =>
      import('#web/features/media/PhoneCameraView.tsx').then(({ PhoneCameraView }) => ({ default: PhoneCameraView })),
    )
  : CameraView

const Screen = () => {
  const { from } = Route.useSearch()
  const goBack = useGoBack()
  useTextTitle('media.camera.title')
  return (
    from && (
      <Camera
        caller={from}
        onPhoto={photo => {
          deliverPhoto(from, photo)
          goBack()
        }}
        onLeave={goBack}
      />
    )
  )
}

export const Route = createFileRoute('/appareil-photo')({
  validateSearch: ({ from }: Record<string, unknown>): { from?: CameraCaller } => ({
    from: cameraCallers.find(caller => caller === from),
  }),
  beforeLoad: async ({ context: { queryClient }, search: { from } }) => {
    // Without a known form, nothing would receive the photo.
    if (!from) throw redirect({ to: '/', replace: true })
    if (!(await tryLoadSession(queryClient))) throw redirect({ to: '/', replace: true })
  },
  loader: () => loadTexts('media'),
  component: Screen,
})
