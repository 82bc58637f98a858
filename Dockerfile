# Two stages: the first makes the environment from the lock without the playground, the second only runs it.
# docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD) -t campanile .
FROM python:3.13-slim AS made
COPY requirements-host.lock /tmp/
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --require-hashes -r /tmp/requirements-host.lock

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home --home-dir /data campanile \
    && install -d -o campanile -g campanile -m 0700 /data
COPY --from=made /venv /venv
WORKDIR /campanile
COPY pyproject.toml LICENSE ./
COPY locales locales
COPY rendering rendering
COPY games games
COPY bot bot
COPY cogs cogs
RUN /venv/bin/python -m compileall -q bot cogs games rendering
ARG COMMIT=""
ENV CAMPANILE_COMMIT=$COMMIT \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////data/campanile.sqlite3 \
    HEALTH_PORT=8421
USER campanile
VOLUME /data
STOPSIGNAL SIGTERM
# Ready: connected to Discord, the database answers, presses are taken.
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s CMD ["/venv/bin/python", "-m", "bot", "health"]
ENTRYPOINT ["/venv/bin/python", "-m", "bot"]
CMD ["run"]
