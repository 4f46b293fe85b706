declare module 'autocannon' {
  interface Result {
    requests: { total: number }
    duration: number
    non2xx: number
    errors: number
    latency: { p50: number; p99: number }
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    workers?: number
    headers?: Record<string, string>
  }): Promise<Result>
}
