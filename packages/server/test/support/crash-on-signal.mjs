// Loaded into a server by its tests: SIGUSR2 throws where nothing catches it, with what libraries
// add to their errors, and says which key the environment still holds; SIGWINCH rejects a promise
// that nobody handles; SIGIO fills the memory.
const withSecrets = (message) =>
  Object.assign(new Error(message), {
    request: { headers: { authorization: `Bearer ${process.env.OPENAI_API_KEY}` } },
    env: { ...process.env },
  });
process.on('SIGUSR2', () => {
  throw withSecrets(`thrown by a test with the key ${process.env.OPENAI_API_KEY}`);
});
process.on('SIGWINCH', () => void Promise.reject(withSecrets('rejected by a test')));
process.on('SIGIO', () => {
  for (const kept = []; ;) kept.push(Array.from({ length: 1000 }, (_, i) => ({ i })));
});
