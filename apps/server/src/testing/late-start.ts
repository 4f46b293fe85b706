// A fault for checkers to find, loaded before the server: it is long in coming, as one that first goes through all that
// it has. It works meanwhile: what other programs take of the processor is no excuse for it.
const WORKS_US = 5_500_000
while (process.cpuUsage().user < WORKS_US);
