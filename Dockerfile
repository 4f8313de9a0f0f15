# Everything is installed and built in the first stage; the second one runs it, as nobody in particular.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package has to run a script to be installed: the image brings its own Node.
RUN npm ci --ignore-scripts
COPY . .
RUN node lib/tasks/build.ts
RUN npm prune --omit=dev --ignore-scripts

FROM node:24-slim
WORKDIR /app
COPY --from=build /app ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Why these three, and those of MALLOC: lib/tasks/server-flags.mjs.
CMD ["node", "--max-old-space-size=384", "--max-semi-space-size=1", "--heap-growing-percent=25", ".next/server.mjs"]
