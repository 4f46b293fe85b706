import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-media-picture-from-elsewhere',
    breaks: 'The picture viewer loads nothing from another server',
    file: 'apps/web/src/features/media/our-picture.ts',
    find: '/^\\/media\\/[\\w-]+$/',
    replace: '/\\/media\\/[\\w-]+$/',
  },
  {
    name: 'web-media-stumble-is-gone',
    breaks: 'A picture that failed to load because of a server error can be retried',
    file: 'apps/web/src/features/media/missing-picture.ts',
    find: 'status >= 400 && status < 500',
    replace: 'status >= 400',
  },
  {
    name: 'web-media-refused-camera-text',
    breaks: 'A user who denied the camera is told how to allow it',
    file: 'apps/web/src/features/media/camera/NoCamera.tsx',
    find: "error === 'denied' ? 'media.camerainfo'",
    replace: "error === 'none' ? 'media.camerainfo'",
  },
  {
    name: 'web-media-face-by-back-camera',
    breaks: 'A photo for the profile starts with the front camera',
    file: 'apps/web/src/features/media/CameraView.tsx',
    find: "caller === 'profile' ? 'user' : 'environment'",
    replace: "caller === 'profile' ? 'environment' : 'user'",
  },
]
