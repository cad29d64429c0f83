# The sources run as they are: Node strips the types. Only the pages and the libraries of generated apps are built.
FROM node:24-slim
WORKDIR /app
COPY . .
RUN node scripts/run.mjs build && mkdir /data .cache && chown node /data .cache
USER node
ENV DATA_DIR=/data
VOLUME /data
EXPOSE 4000 4001
# As in scripts/supervise.sh.
CMD ["node", "--max-semi-space-size=4", "core/start.mjs"]
