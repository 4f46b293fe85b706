/** Who asks for a photo; the camera's address says it. */
export const cameraCallers = ['chat', 'post', 'template', 'deal', 'profile'] as const
export type CameraCaller = (typeof cameraCallers)[number]
