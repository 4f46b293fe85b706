export const cameraCallers = ['chat', 'post', 'template', 'deal', 'profile'] as const
export type CameraCaller = (typeof cameraCallers)[number]
